import type { ApiKey, CreatedApiKey } from "@telemark/client"
import { useQuery, useQueryClient } from "@tanstack/preact-query"
import { useEffect, useState } from "preact/hooks"
import { client, mountUrl } from "../Client/index.js"
import {
  Button,
  Card,
  Code,
  Confirm,
  Empty,
  Loading,
  Notice,
  Page,
  Problem,
  SecretDialog,
  useToast
} from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import { CreateKeyDialog } from "./CreateKeyDialog.js"
import { EditKeyDialog } from "./EditKeyDialog.js"
import { KeyTable } from "./KeyTable.js"
import { useKeyTexts } from "./useKeyTexts.js"

type Open =
  | { readonly is: "created"; readonly former?: ApiKey }
  | { readonly is: "shown"; readonly created: CreatedApiKey; readonly former: ApiKey | undefined }
  | { readonly is: "edited" | "revoked" | "finished"; readonly key: ApiKey }

const hour = 3_600_000

const firstCallOf = ({ key, scopes }: CreatedApiKey): string => {
  const url = (path: string) => new URL(`v1/${path}`, mountUrl).href
  return scopes.includes("email:send")
    ? `curl ${url("emails/send")} -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\\n  -d '{"to": "ada@example.com", "subject": "Hello", "text": "It works."}'`
    : `curl ${url("emails")} -H "Authorization: Bearer ${key}"`
}

/** The keys with which programs sign in. */
const ApiKeysPage = () => {
  const texts = useKeyTexts()
  const shared = useTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const { change, parameters } = useParameters()
  const [open, setOpen] = useState<Open>()
  const close = (): void => {
    setOpen(undefined)
  }
  const keys = useQuery({ queryKey: ["apiKeys", "list"], queryFn: () => client.apiKeys.list() })
  const refresh = () => queries.invalidateQueries({ queryKey: ["apiKeys"] })
  const create = (
    <Button
      look="primary"
      onClick={() => {
        setOpen({ is: "created" })
      }}
    >
      {texts.create}
    </Button>
  )
  // The palette leads here.
  const isCreateAsked = parameters.get("create") === "key"
  useEffect(() => {
    if (!isCreateAsked) return
    setOpen({ is: "created" })
    change({ create: "" })
  }, [isCreateAsked])
  const all = keys.data?.data ?? []
  const revoked = all.filter(({ revoked_at }) => revoked_at !== null).length
  const showsRevoked = parameters.get("revoked") === "show"
  const shown = showsRevoked ? all : all.filter(({ revoked_at }) => revoked_at === null)

  const revoke = async ({ id, name }: ApiKey): Promise<void> => {
    await client.apiKeys.revoke(id)
    toast(texts.wasRevoked(name))
    await refresh()
  }
  return (
    <Page title={shared.pages.apiKeys} description={texts.intro} actions={create}>
      {keys.isPending ? (
        <Loading />
      ) : keys.isError ? (
        <Problem error={keys.error} onRetry={() => void keys.refetch()} />
      ) : (
        <>
          {shown.length === 0 ? (
            <Card>
              <Empty title={texts.emptyTitle}>
                <p>{texts.empty}</p>
              </Empty>
            </Card>
          ) : (
            <KeyTable
              keys={shown}
              onEdit={(key) => {
                setOpen({ is: "edited", key })
              }}
              onRotate={(former) => {
                setOpen({ is: "created", former })
              }}
              onRevoke={(key) => {
                setOpen({ is: "revoked", key })
              }}
            />
          )}
          {revoked === 0 ? null : (
            <div>
              <Button
                small
                look="quiet"
                onClick={() => {
                  change({ revoked: showsRevoked ? "" : "show" }, true)
                }}
              >
                {showsRevoked ? texts.hideRevoked : texts.showRevoked(revoked)}
              </Button>
            </div>
          )}
        </>
      )}
      {open?.is === "created" ? (
        <CreateKeyDialog
          former={open.former}
          onClose={close}
          onCreated={(created) => {
            setOpen({ is: "shown", created, former: open.former })
            void refresh()
          }}
        />
      ) : null}
      {open?.is === "shown" ? (
        <SecretDialog
          title={texts.createdTitle}
          what={texts.key}
          secret={open.created.key}
          onClose={() => {
            setOpen(open.former === undefined ? undefined : { is: "finished", key: open.former })
          }}
        >
          <h3>{texts.firstCall}</h3>
          <Code text={firstCallOf(open.created)} what={texts.firstCall} />
        </SecretDialog>
      ) : null}
      {open?.is === "edited" ? (
        <EditKeyDialog
          apiKey={open.key}
          onClose={close}
          onSaved={() => {
            toast(shared.saved)
            void refresh()
            close()
          }}
        />
      ) : null}
      {open?.is === "revoked" ? (
        <Confirm
          title={texts.revokeTitle(open.key.name)}
          action={texts.revoke}
          onClose={close}
          onConfirm={() => revoke(open.key)}
        >
          <p>{texts.revokeText}</p>
          {open.key.last_used_at !== null &&
          Date.now() - Date.parse(open.key.last_used_at) < hour ? (
            <Notice tone="warn">{texts.revokeUsed}</Notice>
          ) : null}
        </Confirm>
      ) : null}
      {open?.is === "finished" ? (
        <Confirm
          title={texts.finishTitle(open.key.prefix)}
          action={texts.revoke}
          onClose={close}
          onConfirm={() => revoke(open.key)}
        >
          <p>{texts.finishText}</p>
        </Confirm>
      ) : null}
    </Page>
  )
}

export default ApiKeysPage
