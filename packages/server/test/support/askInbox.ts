/**
 * Asks the inbox of a server for what is at a path below it, such as `.json`, with the token of the
 * address that it printed.
 */
export const askInbox = (
  { inbox_url = "" }: { readonly inbox_url?: string | undefined },
  path: string
): Promise<Response> => {
  const { origin, searchParams } = new URL(inbox_url)
  return fetch(`${origin}/inbox${path}`, {
    headers: { authorization: `Bearer ${searchParams.get("token") ?? ""}` }
  })
}
