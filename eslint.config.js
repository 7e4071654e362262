import { createNodeResolver, importX } from "eslint-plugin-import-x"
import tseslint from "typescript-eslint"
import architecture from "./scripts/eslint/architecture.js"

const sources = "packages/*/src/**/*.ts"

/** Globals of Node that have no place in code that runs anywhere. */
const nodeGlobals = [
  "process",
  "Buffer",
  "global",
  "require",
  "module",
  "__dirname",
  "__filename",
  "setImmediate"
]

export default tseslint.config(
  {
    ignores: [
      "**/dist/**",
      "**/node_modules/**",
      "**/.next/**",
      "**/next-env.d.ts",
      "tools/docs/preludes/**",
      ".cache/**",
      "coverage/**"
    ]
  },
  {
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { architecture, "import-x": importX }
  },
  {
    files: ["**/*.ts", "**/*.tsx"],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname }
    },
    settings: {
      "import-x/extensions": [".ts"],
      "import-x/external-module-folders": ["node_modules"],
      "import-x/parsers": { "@typescript-eslint/parser": [".ts"] },
      "import-x/resolver-next": [
        createNodeResolver({
          extensions: [".ts", ".js", ".json"],
          extensionAlias: { ".js": [".ts", ".js"] },
          conditionNames: ["@telemark/source", "import", "node", "default"]
        })
      ]
    },
    rules: {
      "architecture/arrows": "error",
      "architecture/entry-points": "error",
      "architecture/modules": "error",
      "architecture/lines": "error",
      "import-x/no-cycle": ["error", { ignoreExternal: true }],
      eqeqeq: "error",
      "@typescript-eslint/array-type": ["error", { default: "generic" }],
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { fixStyle: "separate-type-imports" }
      ],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true }
      ],

      // Services, schemas and errors are classes without members of their own, with a namespace or
      // an empty interface beside them; generators look as if they lacked a yield; an effect may
      // well return nothing.
      "@typescript-eslint/no-empty-object-type": "off",
      "@typescript-eslint/no-extraneous-class": "off",
      "@typescript-eslint/no-namespace": "off",
      "@typescript-eslint/no-confusing-void-expression": "off",
      "@typescript-eslint/no-invalid-void-type": "off",
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/only-throw-error": "off",
      "require-yield": "off"
    }
  },
  {
    files: ["examples/**/*.{ts,tsx}"],
    languageOptions: {
      parserOptions: { projectService: false, project: "tsconfig.examples.json" }
    },
    // `expect.any(…)` and its like are typed `any`.
    rules: { "@typescript-eslint/no-unsafe-assignment": "off" }
  },
  {
    files: [sources],
    rules: {
      "no-console": "error",
      "no-restricted-properties": [
        "error",
        {
          object: "URL",
          property: "canParse",
          message: "Wrong in Node 20 once it is optimized: parseUrl of @telemark/core."
        },
        ...["makeSemaphore", "unsafeMakeSemaphore"].map((property) => ({
          object: "Effect",
          property,
          message:
            "Each release wakes all that wait: use makeLimiter of @telemark/core, and bound what waits."
        }))
      ]
    }
  },
  {
    files: ["packages/server/src/output.ts", "packages/server/src/Output/**/*.ts"],
    rules: { "no-console": "off" }
  },
  {
    files: ["packages/{contract,core,client}/src/**/*.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        ...nodeGlobals.map((name) => ({ name, message: "This package runs without Node." }))
      ]
    }
  },
  {
    files: ["**/*.test.ts"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          paths: [
            {
              name: "@effect/vitest",
              importNames: ["layer"],
              message:
                "It changes `it` for every file that runs in the same process afterwards: provide the layer in each test."
            }
          ]
        }
      ]
    }
  },
  {
    files: ["packages/*/test/**/*.ts", "packages/*/scenarios/**/*.ts"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      // `expect.any(…)` and its like are typed `any`.
      "@typescript-eslint/no-unsafe-assignment": "off"
    }
  }
)
