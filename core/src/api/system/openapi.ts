import { anyObject } from '../common.ts';
import { endpoint, group } from '../endpoint.ts';

export const openapi = group({
  read: endpoint({
    id: 'system.openapi.read',
    service: 'system',
    method: 'GET',
    path: '/openapi.json',
    response: anyObject('An OpenAPI 3.1 document.'),
    auth: 'none',
    scope: null,
    minTier: null,
    units: 0,
    errors: [],
    summary: 'This interface as an OpenAPI 3.1 document.',
    description: 'Generated from the same contracts that the server enforces.',
    example: {},
  }),
});
