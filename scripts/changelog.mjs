// The text of CHANGELOG.md: what changesets say, by version and heading.

/** Whoever upgrades reads these from the top. */
const headings = ["Breaking", "Upgrading", "Deprecated", "Added", "Changed", "Fixed"]

const lead = new RegExp(`^(${headings.join("|")}):\\s+`)

/** A changeset that doesn't begin with a heading's name says by its bump where it belongs. */
const headingOf = ({ releases, summary }) => {
  const named = lead.exec(summary)?.[1]
  if (named !== undefined) return named
  const bumps = releases.map(({ type }) => type)
  return bumps.includes("major") ? "Breaking" : bumps.includes("minor") ? "Added" : "Fixed"
}

/** The name of its file is the subject. */
const titleOf = ({ id }) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll("-", " ")

const indented = (text) => text.replace(/\n(?=[^\n])/g, "\n  ")

const entry = (changeset) =>
  `- **${titleOf(changeset)}.** ${indented(changeset.summary.trim().replace(lead, ""))}\n`

/** The part about one version. */
export const release = ({ changesets, date, version }) => {
  const sorted = changesets.toSorted((a, b) => titleOf(a).localeCompare(titleOf(b), "en"))
  const parts = headings.flatMap((heading) => {
    const entries = sorted.filter((one) => headingOf(one) === heading).map(entry)
    return entries.length === 0 ? [] : [`### ${heading}\n\n${entries.join("\n")}`]
  })
  return [`## ${version} (${date})\n`, ...parts].join("\n")
}

const title = `# Changelog

All packages have this version, and are released together. [Compatibility](docs/compatibility.md) says what may change.
`

/** Puts a version above those that are there. */
export const withRelease = (changelog, part) => {
  const earlier = changelog?.indexOf("\n## ") ?? -1
  return [title, part, ...(earlier < 0 ? [] : [changelog.slice(earlier + 1)])].join("\n")
}

/** Whether a changelog has a part about this version. */
export const hasRelease = (changelog, version) => changelog.includes(`\n## ${version} (`)
