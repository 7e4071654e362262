import type { Domain } from "@telemark/client"
import { Button, Problem, Time } from "../Parts/index.js"
import { useMay } from "../Session/index.js"
import { useDomainTexts } from "./useDomainTexts.js"
import { useLiveCheck } from "./useLiveCheck.js"

/** When DNS was looked at, when it is again, and a button to look now. */
export const CheckBar = ({
  domain,
  isAllFound
}: {
  readonly domain: Domain
  readonly isAllFound: boolean
}) => {
  const texts = useDomainTexts()
  const mayWrite = useMay()("domain:write")
  const { error, isChecking, now } = useLiveCheck(domain.domain, mayWrite && !isAllFound)
  const checkedAt = domain.verification?.checked_at
  return (
    <div class="row">
      {error === null ? null : <Problem isAction error={error} />}
      <span class="muted" role="status">
        {isChecking
          ? texts.checking
          : isAllFound
            ? texts.checksNoMore
            : mayWrite
              ? texts.checksAgain
              : ""}
      </span>
      {checkedAt === undefined || isChecking ? null : (
        <span class="muted">
          {texts.checked} <Time at={checkedAt} relative />
        </span>
      )}
      {mayWrite ? (
        <Button small disabled={isChecking} onClick={now}>
          {texts.check}
        </Button>
      ) : null}
    </div>
  )
}
