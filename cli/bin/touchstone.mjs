#!/usr/bin/env node
import './needed-node.mjs';
import { findProgram } from './program.mjs';

await import(findProgram('touchstone', ['cli', 'core', 'server']).href);
