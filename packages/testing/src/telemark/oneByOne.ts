export const oneByOne = () => {
  let last: Promise<unknown> = Promise.resolve()
  return <A>(run: () => Promise<A>): Promise<A> => {
    const made = last.then(run)
    last = made.catch(() => undefined)
    return made
  }
}
