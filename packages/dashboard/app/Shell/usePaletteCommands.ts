import { useQuery } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { client } from "../Client/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import type { PageOf } from "./pages.js"
import { type Command, creations, mailSearchOf, matching } from "./commands.js"

const maxMessages = 5
/** Milliseconds without a key, after which messages are searched. */
const pause = 200

/** The text as it was when nothing was typed for a while. */
const useSettled = (text: string): string => {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => {
      settle(text)
    }, pause)
    return () => {
      clearTimeout(timer)
    }
  }, [text])
  return settled
}

/** What the palette offers for what was typed: pages, what can be created, and messages. */
export const usePaletteCommands = (
  pages: ReadonlyArray<PageOf>,
  typed: string
): ReadonlyArray<Command> => {
  const texts = useTexts()
  const may = useMay()
  const mayRead = may("email:read")
  const settled = useSettled(typed)
  const conditions = mayRead ? mailSearchOf(settled)?.conditions : undefined
  const found = useQuery({
    queryKey: ["emails", "palette", conditions],
    queryFn: () => client.emails.list({ limit: maxMessages, ...conditions }),
    enabled: conditions !== undefined
  })
  const search = mayRead ? mailSearchOf(typed) : undefined
  return [
    ...matching(
      [
        ...pages.flatMap(({ name, path }): ReadonlyArray<Command> =>
          name === undefined
            ? []
            : [{ group: "pages", label: texts.pages[name], icon: name, to: path }]
        ),
        ...creations
          .filter(({ scope }) => may(scope))
          .map(({ name, to }): Command => ({
            group: "create",
            label: texts.palette.creations[name],
            icon: "create",
            to
          }))
      ],
      typed
    ),
    ...(conditions === undefined || settled !== typed ? [] : (found.data?.data ?? [])).map(
      ({ id, recipient_email, subject }): Command => ({
        group: "messages",
        label: subject,
        hint: recipient_email,
        icon: "messages",
        to: `/messages/${id}`
      })
    ),
    ...(search === undefined
      ? []
      : [
          {
            group: "messages",
            label:
              search.conditions === undefined
                ? texts.palette.openMessage(typed.trim())
                : texts.palette.searchMessages(typed.trim()),
            icon: "search",
            to: search.to
          } as const
        ])
  ]
}
