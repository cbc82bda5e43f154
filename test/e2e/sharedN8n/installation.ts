import { setUpInstallation } from '../../support/n8n/installation';

/** Its n8n serves all tests of this folder, and is killed by one and started again. Each test that reads or changes the link service's data resets it first. */
export const installation = setUpInstallation();
