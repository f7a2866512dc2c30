/** What the administration's audit records of rows of this room that decide about trust. */
import { formatIsoTime } from '@touchstone/core/time.ts';
import { hashOf, type RecordedRow } from '../audit/records.ts';
import type { GatewayTarget } from './store.ts';

/** `subject` is the name within the project, so that the newest record of it is what counts. */
export function recordedTarget(
  target: Omit<GatewayTarget, 'allowPrivate' | 'totalProxied' | 'isGenuine'>,
): RecordedRow {
  return {
    subject: `${target.projectId} ${target.name}`,
    facts: {
      project_id: target.projectId,
      target_id: target.name,
      version: target.id,
      base_url: target.baseUrl,
      auth_header: target.authHeader,
      // People have been seen to write a key where `{{key}}` belongs.
      auth_template_sha3_256: hashOf(target.authTemplate),
      allowed_paths: target.allowedPaths,
      allowed_methods: target.allowedMethods,
      allowed_headers: target.allowedHeaders,
      rate_limit: target.rateLimit,
      created_at: formatIsoTime(target.createdAt),
    },
  };
}
