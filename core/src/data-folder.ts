/** What the place of the data folder depends on; `path` is Node's module of that name, for the platform. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  readonly home: string;
  readonly path: {
    resolve(...parts: string[]): string;
    join(...parts: string[]): string;
    isAbsolute(path: string): boolean;
  };
}

/** Windows: where programs keep what stays on this machine. `%APPDATA%` goes along with a user who has a roaming profile. */
export function localAppData({ env, home, path }: Omit<Surroundings, 'platform'>): string {
  return env.LOCALAPPDATA || path.join(home, 'AppData', 'Local');
}

/** The one data folder: `$TOUCHSTONE_DATA_DIR`, else the platform's place for the data of programs, then `touchstone`. */
export function defaultDataFolder({ env, platform, home, path }: Surroundings): string {
  const { TOUCHSTONE_DATA_DIR: chosen, XDG_DATA_HOME: xdg } = env;
  if (chosen !== undefined && chosen !== '') return path.resolve(chosen);
  if (platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'touchstone');
  if (platform === 'win32') return path.join(localAppData({ env, home, path }), 'touchstone');
  // The XDG base directory specification tells to ignore relative paths.
  const base = xdg !== undefined && path.isAbsolute(xdg) ? xdg : path.join(home, '.local', 'share');
  return path.join(base, 'touchstone');
}
