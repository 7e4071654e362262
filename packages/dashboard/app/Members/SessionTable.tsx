import type { MemberSession } from "@telemark/client"
import { explain } from "../Client/index.js"
import { Badge, Button, Card, Empty, Table, Time, useToast } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

interface SessionTableProps {
  readonly sessions: ReadonlyArray<MemberSession>
  readonly end: (id: string) => Promise<unknown>
  /** Shows what is left, whether one could be ended or not. */
  readonly refresh: () => void
}

/** Where somebody is signed in. One's current session ends by signing out. */
export const SessionTable = ({ end, refresh, sessions }: SessionTableProps) => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const toast = useToast()
  const endOne = async (id: string): Promise<void> => {
    try {
      await end(id)
      toast(texts.wasEnded)
    } catch (error) {
      toast(explain(error))
    }
    refresh()
  }
  const browserOf = ({ browser }: MemberSession): string =>
    browser === "other" ? texts.otherBrowser : browser
  if (sessions.length === 0)
    return (
      <Card>
        <Empty title={texts.noSessions} />
      </Card>
    )
  return (
    <Card flush>
      <Table
        label={texts.sessions}
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            name: texts.browser,
            cell: (session) => (
              <span class="row">
                {browserOf(session)}
                {session.current ? <Badge tone="info">{texts.current}</Badge> : null}
              </span>
            )
          },
          { name: texts.from, cell: ({ address }) => address ?? "–" },
          { name: texts.seen, cell: ({ seen_at }) => <Time at={seen_at} relative /> },
          { name: texts.began, cell: ({ created_at }) => <Time at={created_at} /> },
          {
            name: shared.actions,
            isUnnamed: true,
            cell: (session) =>
              session.current ? null : (
                <div class="row-actions">
                  <Button
                    small
                    look="quiet"
                    aria-label={texts.endLabel(browserOf(session))}
                    onClick={() => void endOne(session.id)}
                  >
                    {texts.end}
                  </Button>
                </div>
              )
          }
        ]}
      />
    </Card>
  )
}
