export { common as default } from '../eslint.project.config.mjs';
