/** By which rules a kept fork is computed again; those that were kept before follow the first. Applied once and never edited. */
export const agentForkRules = `
ALTER TABLE agent_forks ADD COLUMN rules INTEGER NOT NULL DEFAULT 1 CHECK (rules IN (1, 2));
`;
