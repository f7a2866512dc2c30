/**
 * Rows that open doors carry a MAC (S35). The first start that has opened the vault makes it for those that are there. Applied
 * once and never edited.
 */
export const rowSeals = `
ALTER TABLE accounts ADD COLUMN seal BLOB;
ALTER TABLE projects ADD COLUMN seal BLOB;
ALTER TABLE api_keys ADD COLUMN seal BLOB;
ALTER TABLE settings ADD COLUMN seal BLOB;
ALTER TABLE agent_policies ADD COLUMN seal BLOB;
ALTER TABLE webhooks ADD COLUMN seal BLOB;
ALTER TABLE gateway_targets ADD COLUMN seal BLOB;
ALTER TABLE gateway_bindings ADD COLUMN seal BLOB;
ALTER TABLE device_credentials ADD COLUMN seal BLOB;
`;
