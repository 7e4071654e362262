import styles from "./domains.module.css"
import { useDomainTexts } from "./useDomainTexts.js"

const order = ["name", "records", "ready"] as const

/** Where somebody is who adds a domain. */
export const Steps = ({ at }: { readonly at: (typeof order)[number] }) => {
  const texts = useDomainTexts()
  const current = order.indexOf(at)
  return (
    <ol class={styles["steps"]} aria-label={texts.steps}>
      {order.map((name, index) => (
        <li
          key={name}
          class={`${styles["step"] ?? ""} ${index < current ? (styles["done"] ?? "") : ""}`}
          {...(index === current ? { "aria-current": "step" as const } : {})}
        >
          <span class={styles["number"]} aria-hidden="true">
            {index < current ? "✓" : index + 1}
          </span>
          {texts.step[name]}
        </li>
      ))}
    </ol>
  )
}
