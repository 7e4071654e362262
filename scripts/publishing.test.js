import { expect, it } from "vitest"
import {
  problemsOfPublishing,
  problemsOfRelease,
  publishArguments,
  tokenVariable
} from "./publishing.mjs"

const elsewhere = "https://registry.example.com/"

const ready = {
  changed: [],
  changelog: "# Changelog\n\n## 0.1.0 (2030-01-02)\n",
  changesets: [],
  commit: "a1",
  tagged: "a1",
  versions: ["0.1.0", "0.1.0"]
}

it("a release that is committed, tagged and in the changelog can be published", () => {
  expect(problemsOfRelease(ready)).toEqual([])
})

it.each([
  [{ versions: ["0.1.0", "0.2.0"] }, "The packages have several versions: 0.1.0, 0.2.0"],
  [{ changesets: ["a.md"] }, "Changesets aren't part of a version yet: a.md"],
  [{ changelog: "## 0.0.1 (2030-01-02)\n" }, "CHANGELOG.md says nothing about 0.1.0"],
  [{ changed: ["README.md"] }, "Files aren't committed: README.md"],
  [{ tagged: undefined }, "There is no tag v0.1.0: git tag v0.1.0"],
  [{ tagged: "b2" }, "The tag v0.1.0 is another commit than the one that is checked out"],
  [
    { versions: ["0.0.0"], changelog: "\n## 0.0.0 (2030-01-02)" },
    "The version is 0.0.0: run npm run version"
  ]
])("with %j it can't", (changes, problem) => {
  expect(problemsOfRelease({ ...ready, ...changes })).toEqual([problem])
})

const signed = {
  environment: { NPM_TOKEN: "npm_1", ACTIONS_ID_TOKEN_REQUEST_URL: "https://example.com" },
  manifests: [{ name: "telemark", repository: "github:example/telemark" }],
  registry: elsewhere
}

it("publishing takes a token, and at a registry of another machine what provenance needs", () => {
  expect(problemsOfPublishing(signed)).toEqual([])
  const bare = { ...signed, environment: {}, manifests: [{ name: "telemark" }] }
  expect(problemsOfPublishing(bare)).toEqual([
    expect.stringMatching(/^Set NPM_TOKEN/),
    expect.stringContaining('"repository"'),
    expect.stringContaining("SIGSTORE_ID_TOKEN")
  ])
  expect(problemsOfPublishing({ ...bare, registry: "http://127.0.0.1:4873/" })).toEqual([
    expect.stringMatching(/^Set NPM_TOKEN/)
  ])
})

it.each([
  [true, elsewhere, "1.0.0", ["--tag=latest", "--provenance"]],
  [true, elsewhere, "1.0.0-rc.1", ["--tag=next", "--provenance"]],
  [true, "http://127.0.0.1:4873/", "1.0.0", ["--tag=latest"]],
  [false, elsewhere, "1.0.0", ["--tag=latest", "--dry-run"]]
])("for real: %s, at %s, of %s: %j", (isReal, registry, version, last) => {
  const args = publishArguments({ isReal, registry, tarball: "a.tgz", version })
  expect(args).toEqual(["publish", "a.tgz", `--registry=${registry}`, "--access=public", ...last])
})

it("the token belongs to the registry alone", () => {
  expect(tokenVariable(elsewhere)).toBe("npm_config_//registry.example.com/:_authToken")
  expect(tokenVariable("http://127.0.0.1:4873")).toBe("npm_config_//127.0.0.1:4873/:_authToken")
})
