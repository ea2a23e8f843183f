import { personErasure, personSearch, retentionRule } from '../../contract/privacy.ts';
import { describeRetention } from '../../core/privacy/apply-retention.ts';
import { erasePerson } from '../../core/privacy/erase-person.ts';
import { findPerson } from '../../core/privacy/find-person.ts';
import { identifiedPersonOf, personOf } from '../../core/privacy/person.ts';
import { readRetention, saveRetention } from '../../core/privacy/retention.ts';
import { permitted, proven, router } from '../trpc/procedures.ts';

/** Search, erasure and retention of personal data. */
export const privacyRouter = router({
  /**
   * What the product has about a person. A mutation, so that the search has an audit entry, without the person, and its
   * text is in no address.
   */
  search: permitted('privacy')
    .input(personSearch)
    .mutation(async ({ ctx: { deps, recordChange }, input: { person: typed, isWhole } }) => {
      const person = personOf(typed);
      recordChange({ record: 'Personal data', after: { by: person.name === null ? 'address or number' : 'name' } });
      return {
        kinds: await findPerson(deps, person, isWhole),
        /** True if the person can be exported and erased: several people may have one name. */
        isIdentified: person.name === null,
      };
    }),

  /** Erases a person; the audit entry has the numbers of records and no personal data. */
  erase: proven('privacy')
    .input(personErasure)
    .mutation(async ({ ctx: { deps, recordChange }, input }) => {
      const person = identifiedPersonOf(input.person);
      const result = await erasePerson(deps, person);
      recordChange({ record: 'Personal data', after: { ...result.erased } });
      deps.log.info({ erased: result.erased, underWay: result.underWay }, 'a person was erased');
      return result;
    }),

  /** How long each kind is kept, and what goes next. */
  retention: permitted('privacy').query(({ ctx }) => describeRetention(ctx.deps)),

  saveRetention: proven('privacy')
    .input(retentionRule)
    .mutation(async ({ ctx: { deps, recordChange }, input: { kind, days } }) => {
      const before = await readRetention(deps.db);
      recordChange({
        record: 'Retention',
        id: kind,
        before: { days: before.get(kind) ?? 'for ever' },
        after: { days: days ?? 'for ever' },
      });
      await saveRetention(deps.db, kind, days, deps.now());
    }),
});
