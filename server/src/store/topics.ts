/** What is remembered of the database and may change: whoever changes it says so by `changed`, whoever remembers it reads it anew. */
export const TOPICS = ['agent-policies', 'api-keys', 'key-sets', 'settings'] as const;

export type Topic = (typeof TOPICS)[number];
