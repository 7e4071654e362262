import { type InvitedMember, type Member, type MemberDetails, NotFound } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client, explain } from "../Client/index.js"
import {
  Button,
  Card,
  Confirm,
  Empty,
  Form,
  Loading,
  Page,
  Problem,
  TextField,
  useForm,
  useToast
} from "../Parts/index.js"
import { useLocation, useParams } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { Invitation } from "./Invitation.js"
import { RoleSelect } from "./RoleSelect.js"
import { SessionTable } from "./SessionTable.js"
import { StateBadge } from "./StateBadge.js"
import { useMemberTexts } from "./useMemberTexts.js"

interface ContentProps {
  readonly member: MemberDetails
  readonly refresh: () => void
}

type Open = "disabled" | "again" | "removed" | InvitedMember

const Details = ({
  member,
  onSaved
}: {
  readonly member: Member
  readonly onSaved: () => void
}) => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const [name, setName] = useState(member.name ?? "")
  const [role, setRole] = useState(member.role)
  const form = useForm({
    fields: ["name", "role"],
    send: () =>
      client.members.update(member.id, {
        role,
        ...(name.trim() === "" ? {} : { name: name.trim() })
      }),
    onDone: onSaved
  })
  return (
    <Card title={texts.details}>
      <Form form={form}>
        <TextField
          label={texts.name}
          value={name}
          onValue={setName}
          problem={form.problem("name")}
          autoComplete="off"
        />
        {member.from_groups ? (
          <p class="muted">{texts.fromGroups}</p>
        ) : (
          <RoleSelect role={role} onRole={setRole} problem={form.problem("role")} />
        )}
        <div class="row">
          <Button type="submit" look="primary" disabled={form.isBusy}>
            {shared.save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

const Content = ({ member, refresh }: ContentProps) => {
  const texts = useMemberTexts()
  const shared = useTexts()
  const toast = useToast()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<Open>()
  const { email, id, state } = member
  const close = (): void => {
    setOpen(undefined)
  }
  const setDisabled = async (disabled: boolean): Promise<void> => {
    await client.members.update(id, { disabled })
    toast(shared.saved)
    refresh()
  }
  const enable = (): void => {
    setDisabled(false).catch((error: unknown) => {
      toast(explain(error))
    })
  }
  const again = async (): Promise<void> => {
    const invited = await client.members.reinvite(id)
    refresh()
    if (invited.invitation_url === null)
      toast(invited.sent ? texts.wasSent(email) : texts.wasInvited(email))
    // The dialog that asked closes now.
    else
      queueMicrotask(() => {
        setOpen(invited)
      })
  }
  const button = (label: string, next: Open, look?: "danger") => (
    <Button
      {...(look === undefined ? {} : { look })}
      onClick={() => {
        setOpen(next)
      }}
    >
      {label}
    </Button>
  )
  const actions = (
    <>
      {button(texts.again, "again")}
      {state === "disabled" ? (
        <Button onClick={enable}>{texts.enable}</Button>
      ) : (
        button(texts.disable, "disabled")
      )}
      {button(texts.remove, "removed", "danger")}
    </>
  )
  return (
    <Page title={email} description={<StateBadge state={state} />} actions={actions}>
      <Details
        key={`${member.role} ${member.name ?? ""}`}
        member={member}
        onSaved={() => {
          toast(shared.saved)
          refresh()
        }}
      />
      <h2>{texts.sessions}</h2>
      <SessionTable
        sessions={member.sessions}
        end={(session) => client.members.endSession(id, session)}
        refresh={refresh}
      />
      {open === "disabled" ? (
        <Confirm
          title={texts.disableTitle(email)}
          action={texts.disable}
          onClose={close}
          onConfirm={() => setDisabled(true)}
        >
          <p>{texts.disableText}</p>
        </Confirm>
      ) : null}
      {open === "again" ? (
        <Confirm
          title={texts.againTitle(email)}
          action={texts.again}
          onClose={close}
          onConfirm={again}
        >
          <p>{texts.againText}</p>
        </Confirm>
      ) : null}
      {open === "removed" ? (
        <Confirm
          title={texts.removeTitle(email)}
          action={texts.remove}
          onClose={close}
          onConfirm={async () => {
            await client.members.remove(id)
            toast(texts.wasRemoved(email))
            refresh()
            navigate("/members")
          }}
        >
          <p>{texts.removeText}</p>
        </Confirm>
      ) : null}
      {typeof open === "object" ? <Invitation invited={open} onClose={close} /> : null}
    </Page>
  )
}

/** A member, what it may do, and where it is signed in. */
const MemberPage = () => {
  const texts = useMemberTexts()
  const queries = useQueryClient()
  const { id } = useParams<{ readonly id: string }>()
  const member = useQuery({
    queryKey: ["members", "get", id],
    queryFn: () => client.members.get(id)
  })
  const refresh = (): void => {
    void queries.invalidateQueries({ queryKey: ["members"] })
  }
  if (member.isPending)
    return (
      <Page title={texts.details}>
        <Loading />
      </Page>
    )
  if (member.isError)
    return (
      <Page title={texts.details}>
        {member.error instanceof NotFound ? (
          <Card>
            <Empty title={texts.notFound} />
          </Card>
        ) : (
          <Problem error={member.error} onRetry={() => void member.refetch()} />
        )}
      </Page>
    )
  return <Content member={member.data} refresh={refresh} />
}

export default MemberPage
