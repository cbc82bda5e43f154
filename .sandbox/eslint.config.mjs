/** Everything else in this folder is created at run time, such as n8n's own editor, and is not checked. */
export default [{ ignores: ['**'] }];
