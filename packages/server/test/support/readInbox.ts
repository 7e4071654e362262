/** What a key reads below `/v1/inbox`, newest first. */
export const readInbox = async (
  url: string,
  key: string | undefined
): Promise<
  ReadonlyArray<{ readonly id: string; readonly to: string; readonly subject: string }>
> => {
  const response = await fetch(`${url}/inbox`, {
    headers: { authorization: `Bearer ${key ?? ""}` }
  })
  return ((await response.json()) as { readonly data: Awaited<ReturnType<typeof readInbox>> }).data
}
