#pragma once

#include "core/preprocess/draft.hpp"

namespace gdlc {

// What a draft is simplified with. Each keeps the value and the optimal choices of the outermost
// block (with the draft's factor and its record), gives up when the effort is spent, and expects
// and leaves a draft that is propagated, unless its value is 0.

// Existentials that occur with one sign become true with it, universals false.
// Value: all of a clause set's value grows with what makes more clauses true, whatever is decided
// in between, so the player loses nothing by the first, the opponent nothing by the second.
void set_pure(Draft& draft);

// Literals that imply each other through clauses of two (Aspvall, Plass and Tarjan 1979).
// An existential that equals a literal decided before it, or in the same block, is replaced by it:
// where it differs the value is 0. Is the one decided later a universal, the opponent makes them
// differ: the value is 0. A chance variable is left alone: before it is decided, the factor of
// being equal depends on the other.
void equate(Draft& draft, Effort& effort);

// Supposes single literals, those first that imply others and are implied by none, and propagates.
// One that leads to a conflict is false (Freeman 1995). One that forces a universal which is
// decided later, or another universal while it is one itself, is false as well: universal reduction
// takes the other literal out of the clause that says so.
void probe(Draft& draft, Effort& effort);

// Drops clauses that another one implies, and literals that another clause shows to be superfluous
// (SatELite: Een and Biere 2005). The clauses that are left are equivalent, so the prefix does not
// matter. Looks at what clauses from `from` on do to the others; returns where to go on.
DraftClause subsume(Draft& draft, Effort& effort, DraftClause from);

// Replaces the clauses of an existential by their resolvents (Davis and Putnam 1960; bounded: Een
// and Biere 2005), if those are no more. Only of one behind which nothing in its clauses is
// decided: when it is its turn, all else in them is known, or its owner's to choose too.
//
// Tries what has changed since it was tried last.
void eliminate(Draft& draft, Effort& effort);

}  // namespace gdlc
