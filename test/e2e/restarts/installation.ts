import { setUpInstallation } from '../../support/n8n/installation';

/** Its n8n serves all tests of this folder, which kill it and start it again. Each test resets the link service first. */
export const installation = setUpInstallation();
