import type { ErasedPerson, PersonExport } from "@telemark/client"
import { client } from "../Client/index.js"

const perPage = 100

export const firstPage = (email_address: string): Promise<PersonExport> =>
  client.people.export({ email_address, limit: perPage })

/** All pages as one; `onPage` gets the number of messages so far. */
export const everything = async (
  email_address: string,
  onPage: (count: number) => void
): Promise<PersonExport> => {
  const first = await firstPage(email_address)
  const emails = [...first.emails]
  for (let { next } = first; next !== null;) {
    onPage(emails.length)
    const page: PersonExport = await client.people.export({
      email_address,
      limit: perPage,
      after: next
    })
    emails.push(...page.emails)
    next = page.next
  }
  return { ...first, emails, next: null }
}

/** Until nothing is left but mail that is being sent. */
export const erase = async (email_address: string): Promise<ErasedPerson> => {
  let all = await client.people.erase({ email_address })
  while (!all.done && all.in_flight === 0) {
    const more = await client.people.erase({ email_address })
    const isStuck = more.emails + more.contents + more.suppressions + more.texts === 0
    all = {
      ...more,
      emails: all.emails + more.emails,
      cancelled: all.cancelled + more.cancelled,
      contents: all.contents + more.contents,
      suppressions: all.suppressions + more.suppressions,
      texts: all.texts + more.texts
    }
    if (isStuck) break
  }
  return all
}
