import type { ComponentType } from 'react';

/** A part of the kit. */
export interface Demo {
  readonly name: string;
  /** Under `renderer/src`. */
  readonly file: string;
  /** When it is used. */
  readonly use: string;
  /** How it is written. */
  readonly source: string;
  /** Needs the whole width. */
  readonly isWide?: boolean;
  readonly View: ComponentType;
}
