import type { InvitedMember, Member } from "@telemark/client"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, given } from "../Client/index.js"
import { Button, Page, PagedList, SearchField, Table, Time, useToast } from "../Parts/index.js"
import { Link, useParameters } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { Invitation } from "./Invitation.js"
import { InviteDialog } from "./InviteDialog.js"
import { StateBadge } from "./StateBadge.js"
import { useMemberTexts } from "./useMemberTexts.js"

const perPage = 50

const Members = ({ members }: { readonly members: ReadonlyArray<Member> }) => {
  const texts = useMemberTexts()
  return (
    <Table
      label={texts.list}
      rows={members}
      keyOf={({ id }) => id}
      columns={[
        {
          name: texts.email,
          cell: ({ email, id, name }) => (
            <span class="stack">
              <Link to={`/members/${id}`}>{email}</Link>
              {name === null ? null : <span class="muted">{name}</span>}
            </span>
          )
        },
        {
          name: texts.role,
          cell: ({ operator, role }) =>
            operator ? `${texts.roles[role]}, ${texts.everywhere}` : texts.roles[role]
        },
        { name: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
        {
          name: texts.lastSignIn,
          cell: ({ last_signed_in_at }) => <Time at={last_signed_in_at} relative />
        },
        { name: texts.created, cell: ({ created_at }) => <Time isDay at={created_at} /> }
      ]}
    />
  )
}

/** The people who sign in by name. */
const MembersPage = () => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [isInviting, setInviting] = useState(false)
  const [invited, setInvited] = useState<InvitedMember>()
  const q = parameters.get("q") ?? ""
  const after = parameters.get("after") ?? ""
  const list = useQuery({
    queryKey: ["members", "list", q, after],
    queryFn: () =>
      client.members.list({
        limit: perPage,
        ...given({ q, after })
      }),
    placeholderData: keepPreviousData
  })
  const invite = (
    <Button
      look="primary"
      onClick={() => {
        setInviting(true)
      }}
    >
      {texts.invite}
    </Button>
  )
  return (
    <Page title={shared.pages.members} description={texts.intro} actions={invite}>
      <PagedList
        list={list}
        filters={
          <div class="search" role="search">
            <SearchField
              label={texts.search}
              placeholder={texts.searchHint}
              maxLength={254}
              searched={q}
              onSearch={(text, isFirst) => {
                change({ q: text, after: "" }, isFirst)
              }}
            />
          </div>
        }
        isFiltered={q !== ""}
        texts={texts}
        after={after}
        toPage={(next) => {
          change({ after: next }, true)
        }}
      >
        {(members) => <Members members={members} />}
      </PagedList>
      {isInviting ? (
        <InviteDialog
          onClose={() => {
            setInviting(false)
          }}
          onInvited={(done) => {
            setInviting(false)
            void queries.invalidateQueries({ queryKey: ["members"] })
            const { invitation_url, member, sent } = done
            if (invitation_url === null)
              toast(sent ? texts.wasSent(member.email) : texts.wasInvited(member.email))
            else setInvited(done)
          }}
        />
      ) : null}
      {invited === undefined ? null : (
        <Invitation
          invited={invited}
          onClose={() => {
            setInvited(undefined)
          }}
        />
      )}
    </Page>
  )
}

export default MembersPage
