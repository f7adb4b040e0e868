/**
 * The library: all that the command does, without a terminal. Nothing is written to the console, no process is ended, and what
 * may go wrong is a value. What is not named here is not public (docs/library.md, test/library/surface.txt).
 */

// Text or document to plan, and plan to calls.
export { loadAccountFile, loadConfig, loadInstruments, loadPlan } from './library/load.ts';
export type { CheckedPlan, LoadOptions, PlanOptions } from './library/load.ts';
export { compilePlan } from './library/compile.ts';
export type { CompiledCall, CompiledPlan, CompiledWithheld, CompileOptions } from './library/compile.ts';
export { dueSteps } from './library/due-steps.ts';
export type { DueStep, FollowKnowledge, KnownPart } from './library/due-steps.ts';
export { protectionOf } from './library/protection.ts';
export type { MarketSeen, PlanProtection, ProtectionOptions } from './library/protection.ts';
export { dryRunText } from './library/show.ts';
export type { ShowOptions } from './library/show.ts';
export { explanationText } from './library/explain.ts';
export type { ExplanationOptions } from './library/explain.ts';
export { readCandles } from './library/candles.ts';
export type { CandleOptions, ReadCandles } from './library/candles.ts';
export { simulatePlan, simulationText } from './library/simulate.ts';
export type { PathSteps, PlanSimulation, SimulateOptions, SimulationForm } from './library/simulate.ts';
export type { OrderFate, SimulatedFill, SimulatedOrder } from './model/simulated.ts';
export { formatPlan } from './library/format.ts';
export { comparePlans, comparisonText } from './library/compare.ts';
export type { ComparisonForm, PlanComparison } from './library/compare.ts';
export type { TextStyle } from './library/text-style.ts';
export { paperInstruments } from './paper/v2/order/instruments.ts';
export { defaultConfig } from './model/config.ts';

// Sending.
export { openSession } from './library/session.ts';
export type { OrderSession, OrderSessionOptions } from './library/order-session.ts';
export type { PlaceOptions } from './library/place.ts';
export { loadReviewed } from './library/reviewed.ts';
export type { NamedReview } from './library/reviewed.ts';
export type { ReviewedPlan } from './generated/reviewed.ts';
export type { FollowedGroup, FollowedPlan, FollowOptions } from './library/follow.ts';
export type { Listeners, PlacedPlan, RunEnd, ToldCancel, ToldOutcome } from './library/placed.ts';
export type { CancelledPlan, CancelOptions, SeenOrder } from './library/cancel.ts';
export type { LookedUpOrder, OrderWord, WordOptions } from './library/settle.ts';
export type { AccountOptions, AskedAccount, OwnedTrades, TradesOf } from './library/account.ts';
export type { LookedAccount } from './library/look.ts';
export type { HaltedAccount } from './library/halt.ts';
export type { MayFill } from './actions/halt.ts';
export type { Halt } from './journal/records/halt.ts';
export type { ClosedPosition, PositionToClose } from './library/close.ts';
export type { FlattenedAccount, FlattenOptions } from './library/flatten.ts';
export type { FlattenStep } from './actions/flatten/flatten-with.ts';

// What was sent before.
export { pastRuns, reportText } from './library/past.ts';
export type { PastRun } from './library/past.ts';
export type { ReportForm } from './views/history/report-text.ts';
export type { LaterState, RunBy, Story, TimedEvent } from './model/story.ts';
export { verifyLedger } from './library/verify.ts';
export type { Head, Verified } from './journal/records/head.ts';

// What a session works with, and the ports behind it.
export { openLedger } from './library/ledger.ts';
export type { SessionLedger } from './library/ledger.ts';
export { askInstruments } from './library/instruments.ts';
export type { InstrumentsFound, InstrumentsQuestion } from './library/instruments.ts';
export { askCandles } from './library/candles.ts';
export type { CandlesFound, CandlesQuestion } from './library/candles.ts';
export { connectExchange, startPaperExchange } from './library/connect.ts';
export type {
  Connection,
  ConnectOptions,
  OpenConnection,
  PaperConnection,
  PaperExchangeOptions,
  TakenOrder,
} from './library/connect.ts';
export { realClock as systemClock } from './system/clock.ts';
export { exchangeOf } from './library/own-exchange.ts';
export type { ExchangeFunctions } from './library/own-exchange.ts';
export type { Call } from './model/call.ts';
export type { CancelCall, Cancelled } from './model/cancel.ts';
export type { ListQuery, ListRead } from './model/listing.ts';
export type { FillsQuery, FillsRead, LastSeen } from './model/standing.ts';
export type { Clock, Exchange } from './ports.ts';
export type { Placed, Transmitted } from './exchange/dialect.ts';
export type { Claim, Ledger, Questions } from './journal/records/ledger.ts';
export type { Spool } from './journal/files/spool.ts';
export { JournalError } from './journal/records/journal-error.ts';

// Failures as values.
export { orThrow } from './library/failure.ts';
export type { LoadRefusal } from './library/failure.ts';
export type { PublicDiagnostic } from './library/diagnostics.ts';
export { RefusalError } from './refusal.ts';
export type { Refusal } from './refusal.ts';
export type { RefusalCode } from './model/refusals.ts';
export { EXIT } from './model/exit-code.ts';
export type { ExitCode } from './model/exit-code.ts';

// Nouns.
export type { InCode } from './library/in-code.ts';
export type { PlanDocument } from './generated/plan.ts';
export type { ConfigDocument } from './generated/config.ts';
export type { InstrumentsDocument } from './generated/instruments.ts';
export type { AccountDocument } from './generated/account.ts';
export type { PublicEvent } from './generated/event.ts';
export type { AccountFile } from './model/account-file.ts';
export type { Config, LooserLimit } from './model/config.ts';
export type { Decimal } from './model/decimal.ts';
export type { InstrumentList } from './model/instrument.ts';
export type { Plan, PlannedOrder } from './model/order.ts';
export type { PlanChanges } from './model/plan-changes.ts';
export type { Outcome, OrderState, Verdict } from './model/outcome.ts';
export type { Result } from './model/result.ts';
export type { Finding } from './session/lists/list-matches.ts';
export type { JournalState, KnownOrder } from './journal/records/state.ts';
export type { KnownAccount, KnownPlan } from './journal/records/known-account.ts';
export type { AccountName, PlanName } from './journal/records/scope.ts';
