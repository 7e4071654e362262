import type { MemberSession } from "@telemark/client"
import { Badge, Button, Card, Empty, Table, Time } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

interface SessionTableProps {
  readonly sessions: ReadonlyArray<MemberSession>
  readonly onEnd: (session: MemberSession) => void
}

/** Where somebody is signed in. One's current session ends by signing out. */
export const SessionTable = ({ onEnd, sessions }: SessionTableProps) => {
  const texts = useMemberTexts()
  const shared = useTexts()
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
                    onClick={() => {
                      onEnd(session)
                    }}
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
