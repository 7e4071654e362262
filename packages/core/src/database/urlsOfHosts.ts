/**
 * URLs of one host each: as with libpq, that of a Postgres database may name several, such as
 * `postgres://user@a:5432,b:5432/mail`, to be tried in this order.
 */
export const urlsOfHosts = (url: string): readonly [string, ...Array<string>] => {
  const [, start = "", hosts = "", rest = ""] =
    /^([a-z]+:\/\/(?:[^@/?#]*@)?)([^@/?#]*,[^@/?#]*)((?:[/?#].*)?)$/is.exec(url) ?? []
  const [first, ...others] = hosts.split(",").map((host) => start + host + rest)
  return hosts === "" || first === undefined ? [url] : [first, ...others]
}
