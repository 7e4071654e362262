import type { Tenant } from "@telemark/client"
import { useQueryClient } from "@tanstack/preact-query"
import { actFor, actingFor, client } from "../Client/index.js"
import { Confirm, Notice, useToast } from "../Parts/index.js"
import { useLocation } from "../Routing/index.js"
import { useSession } from "../Session/index.js"
import styles from "./tenants.module.css"
import { useTenantTexts } from "./useTenantTexts.js"

/** Removes a tenant with everything of it, once its name was typed. */
export const RemoveTenant = ({
  onClose,
  tenant: { name }
}: {
  readonly tenant: Tenant
  readonly onClose: () => void
}) => {
  const texts = useTenantTexts()
  const toast = useToast()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const { tenant: own } = useSession()
  const remove = async (): Promise<void> => {
    await client.tenants.remove(name, { confirm: name })
    // Nobody can act for it any more, and the session may be another tenant's from now on.
    if (name === actingFor() || name === own) {
      actFor(undefined, "tenants")
      return
    }
    toast(texts.wasRemoved(name))
    navigate("/tenants")
    queries.removeQueries({ queryKey: ["tenants", "get", name] })
    await queries.invalidateQueries({ queryKey: ["tenants"] })
  }
  return (
    <Confirm
      title={texts.removeTitle(name)}
      action={texts.remove}
      typed={name}
      onClose={onClose}
      onConfirm={remove}
    >
      <div class={styles["lost"]}>
        <p>{texts.removeLost}</p>
        <ul>
          {texts.lost.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
        <p class="muted">{texts.removeFlight}</p>
      </div>
      {name === own ? <Notice tone="warn">{texts.removeOwn}</Notice> : null}
    </Confirm>
  )
}
