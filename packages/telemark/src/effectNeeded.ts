// Without imports: the build puts it into what `require` loads, before anything of Effect.

export const usable = /^4\.[1-9]\d*\./

export const effectNeeded = (found: string): string =>
  `Telemark needs Effect 4, version 4.1.0 or newer, and found ${found}. Install it: npm install effect@^4.1.0`
