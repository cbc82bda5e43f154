export { forTests as default } from '../eslint.project.config.mjs';
