/** Replaces Zod's English texts in the bundles (infra/bundling.ts); shared/zod.ts answers first, in Dutch (rulings 17). */
export default () => ({ localeError: () => 'Ongeldige waarde' })
