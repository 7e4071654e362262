import { expect, it } from "vitest"
import { hasRelease, release, withRelease } from "./changelog.mjs"

const changeset = (id, type, summary) => ({ id, releases: [{ name: "telemark", type }], summary })

const first = release({
  version: "0.1.0",
  date: "2030-01-02",
  changesets: [
    changeset("templates", "minor", "Templates in MJML.\n\n- A source.\n  Its line."),
    changeset("lost-mail", "patch", "Mail is no longer lost."),
    changeset("OAuth-2", "minor", "Servers take OAuth 2.")
  ]
})

it("a version is told by heading and subject", () => {
  expect(withRelease(undefined, first)).toBe(`# Changelog

All packages have this version, and are released together. [Compatibility](docs/compatibility.md) says what may change.

## 0.1.0 (2030-01-02)

### Added

- **OAuth 2.** Servers take OAuth 2.

- **Templates.** Templates in MJML.

  - A source.
    Its line.

### Fixed

- **Lost mail.** Mail is no longer lost.
`)
})

it("what begins with a heading's name stands under it, before all else", () => {
  const text = release({
    version: "0.2.0",
    date: "2030-02-03",
    changesets: [
      changeset("b", "minor", "More."),
      changeset("c", "minor", "Upgrading: Replace the workers first."),
      changeset("a", "major", "Less.")
    ]
  })
  expect(text.match(/^###.*|^- .*/gm)).toEqual([
    "### Breaking",
    "- **A.** Less.",
    "### Upgrading",
    "- **C.** Replace the workers first.",
    "### Added",
    "- **B.** More."
  ])
})

it("a version stands above earlier ones, which stay as they are", () => {
  const earlier = withRelease(undefined, first)
  const second = release({
    version: "0.1.1",
    date: "2030-02-03",
    changesets: [changeset("a", "patch", "Repaired.")]
  })
  const both = withRelease(earlier, second)
  expect(both.match(/^## .*/gm)).toEqual(["## 0.1.1 (2030-02-03)", "## 0.1.0 (2030-01-02)"])
  expect(both.endsWith(`\n${first}`)).toBe(true)
  expect([hasRelease(both, "0.1.0"), hasRelease(both, "0.1")]).toEqual([true, false])
})
