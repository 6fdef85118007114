/**
 * The contract of claims, until all of them are data of their papers.
 *
 * @module
 */

export type {
  Claim,
  ClaimStudy,
  ClaimVerdict,
  Evidence,
  JudgedClaim,
  Tally,
} from "../papers/contract.ts";
