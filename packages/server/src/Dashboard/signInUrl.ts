/**
 * The dashboard's address with a token that signs in once: behind `#`, which browsers send to
 * nobody.
 */
export const signInUrl = (dashboardUrl: string, token: string): string =>
  `${dashboardUrl}#token=${token}`
