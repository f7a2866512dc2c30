/**
 * What the paths of this server take. Routes are bound to the methods that clients use; a request with another one
 * (PROPFIND, LOCK) finds no route, and its path decides between 405 and 404.
 */
import type { EnvelopeKind } from '@touchstone/core/api/services.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../frame/errors.ts';
import { speakEnvelope } from './errors.ts';

export interface KnownPath {
  /** As `Allow` names them. */
  readonly methods: readonly string[];
  readonly envelope: EnvelopeKind;
}

/** A page. */
export const READ_ONLY: KnownPath = { methods: ['GET', 'HEAD'], envelope: 'crypto' };

export interface KnownPaths {
  /** `template` as a route is written: `/v1/receipts/:id`. */
  add(template: string, path: KnownPath): void;
  /** What the path of a request target takes; null where no path of this server is meant. */
  find(target: string): KnownPath | null;
}

export function createKnownPaths(): KnownPaths {
  const known: { readonly segments: readonly string[]; readonly path: KnownPath }[] = [];
  return {
    add(template, path) {
      known.push({ segments: template.split('/'), path });
    },

    find(target) {
      const segments = (target.split('?', 1)[0] ?? '').split('/');
      const meant = known.filter((entry) => isMeant(entry.segments, segments));
      // Named segments before parameters: `/sessions/start` is not a session of that id.
      meant.sort((one, other) => parametersOf(one.segments) - parametersOf(other.segments));
      return meant[0]?.path ?? null;
    },
  };
}

/** 405 with `Allow` for a request that found no route though its path is known, 404 for any other. */
export function unroutable(request: FastifyRequest, reply: FastifyReply, paths: KnownPaths): ApiError {
  const path = paths.find(request.raw.url ?? '');
  return path === null ? new ApiError('NOT_FOUND') : methodRefused(request, reply, path);
}

/** 405 with `Allow`, in the envelope of the path. */
export function methodRefused(request: FastifyRequest, reply: FastifyReply, path: KnownPath): ApiError {
  reply.header('allow', path.methods.join(', '));
  speakEnvelope(request, path.envelope);
  return new ApiError('METHOD_NOT_ALLOWED');
}

function parametersOf(template: readonly string[]): number {
  return template.filter((segment) => segment.startsWith(':')).length;
}

function isMeant(template: readonly string[], segments: readonly string[]): boolean {
  if (template.length !== segments.length) return false;
  return template.every((name, at) => name.startsWith(':') || segments[at] === name);
}
