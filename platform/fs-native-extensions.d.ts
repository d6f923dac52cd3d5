declare module 'fs-native-extensions' {
  /** Locks a whole file for one open file description; false where another one has the lock. */
  export function tryLock(fd: number): boolean;
}
