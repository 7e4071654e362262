import styles from "./tenants.module.css"

/** The label of a check box: what it does, and what to know. */
export const Choice = ({ hint, title }: { readonly title: string; readonly hint: string }) => (
  <span class={styles["choice"]}>
    <strong>{title}</strong>
    <span class="muted">{hint}</span>
  </span>
)
