import type { Member } from "@telemark/client"
import { Badge, type Tone } from "../Parts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

const tones = { invited: "info", active: "good", disabled: "bad" } as const satisfies Readonly<
  Record<Member["state"], Tone>
>

export const StateBadge = ({ state }: Pick<Member, "state">) => {
  const texts = useMemberTexts()
  return <Badge tone={tones[state]}>{texts.states[state]}</Badge>
}
