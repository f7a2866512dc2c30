#!/usr/bin/env node
import { findProgram } from './program.mjs';

await import(findProgram('pq-verify', ['cli', 'core']).href);
