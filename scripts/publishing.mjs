// Whether a release can be published, and with which arguments of npm: decisions alone.
import { hasRelease } from "./changelog.mjs"

/** A registry to try out a release takes no provenance. */
const ofThisMachine = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/

/** What must be so in the repository before anything is built. */
export const problemsOfRelease = ({ changed, changelog, changesets, commit, tagged, versions }) => {
  const [version, ...others] = new Set(versions)
  if (others.length > 0)
    return [`The packages have several versions: ${[version, ...others].join(", ")}`]
  const tag = `v${version}`
  return [
    ...(version === "0.0.0" ? ["The version is 0.0.0: run npm run version"] : []),
    ...(changesets.length === 0
      ? []
      : [`Changesets aren't part of a version yet: ${changesets.join(", ")}`]),
    ...(hasRelease(changelog, version) ? [] : [`CHANGELOG.md says nothing about ${version}`]),
    ...(changed.length === 0 ? [] : [`Files aren't committed: ${changed.join(", ")}`]),
    ...(tagged === commit
      ? []
      : tagged === undefined
        ? [`There is no tag ${tag}: git tag ${tag}`]
        : [`The tag ${tag} is another commit than the one that is checked out`])
  ]
}

/** What must be so to publish for real. */
export const problemsOfPublishing = ({ environment, manifests, registry }) => {
  const hasProvenance = !ofThisMachine.test(registry)
  const unnamed = manifests.filter(({ repository }) => repository === undefined)
  const canSign =
    environment.ACTIONS_ID_TOKEN_REQUEST_URL !== undefined ||
    environment.SIGSTORE_ID_TOKEN !== undefined
  return [
    ...((environment.NPM_TOKEN ?? "") === ""
      ? [`Set NPM_TOKEN to an access token of ${registry} that may publish all packages`]
      : []),
    ...(hasProvenance && unnamed.length > 0
      ? [
          `Provenance needs "repository" in package.json, which ${unnamed.length} packages lack, such as ${unnamed[0].name}`
        ]
      : []),
    ...(hasProvenance && !canSign
      ? [
          "Provenance is signed in CI alone: run this in a GitHub workflow with `permissions: {id-token: write}`, or in a GitLab job with an id token SIGSTORE_ID_TOKEN"
        ]
      : [])
  ]
}

/** A version such as 1.0.0-rc.1 isn't what `npm install` gets. */
const distTag = (version) => (version.includes("-") ? "next" : "latest")

export const publishArguments = ({ isReal, registry, tarball, version }) => [
  "publish",
  tarball,
  `--registry=${registry}`,
  "--access=public",
  `--tag=${distTag(version)}`,
  ...(isReal ? (ofThisMachine.test(registry) ? [] : ["--provenance"]) : ["--dry-run"])
]

/** Where npm looks for the token of a registry. */
export const tokenVariable = (registry) =>
  `npm_config_${registry.replace(/^https?:/, "").replace(/\/?$/, "/")}:_authToken`
