/**
 * Of queries whose answers change while somebody looks: asked again every 30 seconds, as long as
 * the page is seen.
 */
export const refreshed = {
  refetchInterval: 30_000,
  placeholderData: <A>(before: A): A => before
} as const
