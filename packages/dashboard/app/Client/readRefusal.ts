/** Why the server refused a request that isn't one of `client`, in its own words. */
export const readRefusal = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => ({}))) as { readonly message?: string }
  return new Error(body.message ?? `The server answered ${response.status}.`)
}
