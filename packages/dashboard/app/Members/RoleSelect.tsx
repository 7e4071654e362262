import type { Role } from "@telemark/client"
import { Select } from "../Parts/index.js"
import { useMemberTexts } from "./useMemberTexts.js"

const roles: ReadonlyArray<Role> = ["viewer", "support", "developer", "admin"]

interface RoleSelectProps {
  readonly role: Role
  readonly onRole: (role: Role) => void
  readonly problem?: string | undefined
}

export const RoleSelect = ({ onRole, problem, role }: RoleSelectProps) => {
  const texts = useMemberTexts()
  return (
    <Select
      label={texts.role}
      hint={texts.rolesHint[role]}
      problem={problem}
      value={role}
      onValue={(value) => {
        onRole(value as Role)
      }}
      options={roles.map((one) => [one, texts.roles[one]])}
    />
  )
}
