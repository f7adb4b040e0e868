/** The texts of a new repository of plans. Tests validate, format, show and place what they say. */
import { VERSION } from '../../version.ts';

export const PLAN = `# yaml-language-server: $schema=../schemas/plan.schema.json
# An entry, three bids below it, and a way out. The prices are an example: write your own.
version: 1
name: first
vars:
  entry: 64000
defaults:
  symbol: cmt_btcusdt
limits:
  maxPlanNotional: 5000
orders:
  # What is lost at its stop is 20, so its size is 20 / |64000 - 62000|.
  - id: entry
    side: open-long
    size: { risk: 20 }
    price: =entry
    takeProfit: =entry + 4000
    stopLoss: =entry - 2000
  # A price range is a ladder: pullback-1 to pullback-3.
  - id: pullback
    side: open-long
    size: { total: 0.03, shape: linear }
    price: { from: =entry - 1000, to: =entry - 3000, steps: 3 }
    timeInForce: post-only
  # A trigger that closes all of it, entry and ladder. It is sent once the entry was accepted.
  - id: bail-out
    side: close-long
    size: 0.04
    trigger: =entry - 5000
    price: market
    after: [entry]
`;

export const CONFIG = `# yaml-language-server: $schema=schemas/config.schema.json
# What applies to every plan of this repository. Keys do not belong here: a live run reads them from the environment.
version: 1
exchange:
  baseUrl: https://api-contract.weex.com
  interface: v3 # version 2 is reported closed since October 2026
  account: main # which account the key belongs to, in the journal
instruments: instruments.json # ordo instruments writes it
# A plan may only be stricter. These limits are small on purpose: raise them to what you mean to risk.
policy:
  symbols: [cmt_btcusdt, cmt_ethusdt]
  maxOrders: 40
  maxOrderSize: { cmt_btcusdt: 0.05, cmt_ethusdt: 1 } # in base coin, so it does not depend on any price
  maxOrderNotional: 4000
  maxPlanNotional: 10000
  maxStandingNotional: 20000 # together with all open orders of the account
  maxLossAtStops: 250 # of a plan
  requireStop: true # every opening order has one, or a trigger that closes as much
`;

/**
 * It names nothing that anybody could publish: where ordo comes from is the desk's to say, as bytes that stay the same. Until then its
 * step fails. Actions are pinned by commit, as a tag may move.
 */
export const WORKFLOW = `name: plans
on:
  push:
  pull_request:
permissions:
  contents: read
env:
  # Where ordo comes from: a tarball in this repository, as npm pack makes it of ordo's (./ordo-${VERSION}.tgz), or a git repository
  # at one commit (git+https://host/path.git#<its 40 digits>). No name of npm's registry: whoever owns it would run code here.
  PACKAGE: ''
jobs:
  validate:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0
        with:
          persist-credentials: false
      - uses: actions/setup-node@a0853c24544627f65ddf259abe73b1d18a591444 # v5.0.0
        with:
          node-version: 24
      - name: Install ordo
        shell: bash
        run: |
          if ! [[ $PACKAGE =~ ^(\\./.+\\.tgz|git\\+(https|ssh)://.+#[0-9a-f]{40})$ ]]; then
            echo "::error file=.github/workflows/plans.yml::PACKAGE does not say where ordo comes from: a tarball in this repository, or a git repository at one commit"
            exit 1
          fi
          npm install --global "$PACKAGE"
      # Needs no key, and sends nothing. Git keeps no empty folder, so plans/ may be gone.
      - name: Validate every plan
        shell: bash
        run: |
          [ -z "$(git ls-files -- plans)" ] || ordo validate plans --format github
`;

/** As docs/editors.md has them. */
export const EDITOR_SETTINGS = `{
  "yaml.schemas": {
    "schemas/plan.schema.json": ["plans/**/*.yaml", "*.ordo.yaml"],
    "schemas/config.schema.json": "ordo.config.yaml"
  },
  "yaml.schemaStore.enable": false
}
`;

export const GITIGNORE = `# Keys
*.env
.env.*
*.key
*.pem
*keys*.json

# What an account is worth. Take the line out where plans are reviewed together with it.
account.json

# A journal, and the files next to it, belong to one machine.
*.db
*.db-*
*.db.*
`;
