/** Keys that say by their form whose they are; each pattern begins with what nothing else begins with. */
const forms = {
  aws_key: ['A(?:KIA|SIA|BIA|CCA)[0-9A-Z]{16}(?![0-9A-Z])'],
  gcp_key: ['AIza[\\w-]{35}', 'GOCSPX-[\\w-]{24,60}', '1//0[\\w-]{30,200}'],
  stripe_key: ['[srp]k_(?:live|test)_[0-9a-zA-Z]{16,250}', 'whsec_[0-9A-Za-z+/]{24,100}=*'],
  oauth_token: [
    'ya29\\.[\\w-]{20,2000}',
    'gh[pousr]_[0-9A-Za-z]{36,255}',
    'github_pat_\\w{36,255}',
    'xox[abeoprs](?:\\.xox[bp])?-[\\w-]{10,255}',
    'xapp-[\\w-]{10,255}',
    'EAA[0-9A-Za-z]{60,400}',
  ],
  api_key: [
    // Of language models.
    'sk-ant-[\\w-]{20,200}',
    'sk-(?:proj|svcacct|admin|or-v1)-[\\w-]{20,250}',
    'sk-(?=[A-Za-z]{0,47}\\d)[0-9A-Za-z]{20,100}(?![\\w-])',
    'hf_[0-9A-Za-z]{30,60}',
    'gsk_[0-9A-Za-z]{40,80}',
    'xai-[0-9A-Za-z]{40,120}',
    'r8_[0-9A-Za-z]{36,60}',
    // Of registries of packages.
    'npm_[0-9A-Za-z]{36}',
    'pypi-[\\w-]{50,400}',
    'dckr_pat_[\\w-]{20,60}',
    'rubygems_[0-9a-f]{48}',
    // Of senders of messages.
    'SK[0-9a-f]{32}(?![0-9a-f])',
    'SG\\.[\\w-]{16,32}\\.[\\w-]{16,64}',
    '(?<!-)key-[0-9a-f]{32}(?![0-9a-f])',
    '[0-9a-f]{32}-us\\d{1,2}(?!\\d)',
    '\\d{8,10}:AA[\\w-]{32,34}',
    'xkeysib-[0-9a-f]{64}',
    // Of hosts of code, of clouds and of shops.
    'gl(?:pat|dt|rt|cbt|ptt|soat)-[\\w-]{20,60}',
    'do[oprt]_v1_[0-9a-f]{64}',
    'dapi[0-9a-f]{32}(?![0-9a-f])',
    'shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}',
    'sq0(?:atp|csp)-[\\w-]{22,60}',
    'hv[sb]\\.[\\w-]{24,200}',
    'gl(?:sa|c)_[\\w+/=]{32,200}',
    'NRAK-[0-9A-Z]{27}',
    'sntr[yu]s_[\\w+/=-]{40,300}',
    'lin_(?:api|oauth)_[0-9A-Za-z]{32,64}',
    'ntn_[0-9A-Za-z]{40,60}',
    'PMAK-[0-9a-f]{24}-[0-9a-f]{34}',
    'figd_[\\w-]{40,60}',
    'sbp_[0-9a-f]{40}',
    'dp\\.(?:pt|st|ct)\\.[\\w.-]{40,80}',
    'AGE-SECRET-KEY-1[0-9A-Z]{58}',
    'tmk_[a-z]{2,10}_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}',
  ],
} as const;

/** No letter or digit before: within a word it is no key. */
const patternOf = (alternatives: readonly string[]): RegExp =>
  new RegExp(`(?<![0-9A-Za-z])(?:${alternatives.join('|')})`, 'gu');

/** Places to which anybody may post who knows them, and a secret of Azure, which has its mark in the middle. */
const others: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['webhook_url', /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,120}/gu],
  ['webhook_url', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{5,30}\/[\w-]{20,120}/gu],
  ['api_key', /(?<![\w~.-])[\w~.-]{3}[78]Q~[\w~.-]{31,34}(?![\w~.-])/gu],
];

/** Bounded in length and told by its beginning, so each takes time in proportion to the text. */
export const vendorKeys: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  ...Object.entries(forms).map(([kind, alternatives]) => ({
    kind,
    pattern: patternOf(alternatives),
  })),
  ...others.map(([kind, pattern]) => ({ kind, pattern })),
];
