import path from 'node:path';

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** The one data folder: `$TOUCHSTONE_DATA_DIR`, else the platform's place for the data of programs, then `touchstone`. */
export function defaultDataFolder({ env, platform, home }: Surroundings): string {
  const { TOUCHSTONE_DATA_DIR: chosen, XDG_DATA_HOME: xdg, LOCALAPPDATA: local } = env;
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'touchstone');
  if (platform === 'win32') return path.join(local || path.join(home, 'AppData', 'Local'), 'touchstone');
  // The XDG base directory specification tells to ignore relative paths.
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share');
  return path.join(base, 'touchstone');
}
