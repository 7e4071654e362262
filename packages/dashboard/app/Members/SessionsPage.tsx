import type { MemberSession } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { readRefusal, request } from "../Client/index.js"
import { Loading, Page, Problem } from "../Parts/index.js"
import { useTexts } from "../Texts/index.js"
import { useSession } from "../Session/index.js"
import { Passkeys } from "./Passkeys.js"
import { SessionTable } from "./SessionTable.js"
import { useMemberTexts } from "./useMemberTexts.js"

const path = "session/all"

const list = async (): Promise<{ readonly data: ReadonlyArray<MemberSession> }> => {
  const response = await request(path)
  if (!response.ok) throw await readRefusal(response)
  return response.json() as Promise<{ readonly data: ReadonlyArray<MemberSession> }>
}

const end = async (id: string): Promise<void> => {
  const response = await request(`${path}/${id}`, { method: "DELETE" })
  // Another page may have ended it.
  if (!response.ok && response.status !== 404) throw await readRefusal(response)
}

/** One's own sessions. */
const SessionsPage = () => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const queries = useQueryClient()
  const { features } = useSession()
  const sessions = useQuery({ queryKey: ["sessions"], queryFn: list })
  return (
    <Page title={shared.pages.sessions} description={texts.sessionsIntro}>
      {sessions.isPending ? (
        <Loading />
      ) : sessions.isError ? (
        <Problem error={sessions.error} onRetry={() => void sessions.refetch()} />
      ) : (
        <SessionTable
          sessions={sessions.data.data}
          end={end}
          refresh={() => void queries.invalidateQueries({ queryKey: ["sessions"] })}
        />
      )}
      {features.passkeys === true ? <Passkeys /> : null}
    </Page>
  )
}

export default SessionsPage
