package dev.headroom.lab.store;

import dev.headroom.core.model.CallSite;
import dev.headroom.core.model.Diagnosis;
import dev.headroom.core.model.Diagnosis.Account;
import dev.headroom.core.model.Diagnosis.Check;
import dev.headroom.core.model.Diagnosis.NextLimit;
import dev.headroom.core.model.Diagnosis.Remedy;
import dev.headroom.core.model.Diagnosis.Rival;
import dev.headroom.core.model.Diagnosis.Standing;
import dev.headroom.core.model.Diagnosis.Verdict;
import dev.headroom.core.model.Intervention;
import dev.headroom.core.model.Limit;
import dev.headroom.core.model.LimitKind;
import dev.headroom.core.model.Measure;
import dev.headroom.core.model.Place;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code diagnosis} in {@code run.json}. {@code visits}, {@code holdingTime}, {@code ceiling} and {@code throughput}
 * are plain numbers; {@code evidence} holds the error and source of each under the same name.
 */
final class DiagnosisJson {

    static final String PLACES = "places";

    private DiagnosisJson() {}

    static ObjectNode write(Diagnosis diagnosis) {
        ObjectNode json =
                Out.object().put("verdict", Ids.of(diagnosis.verdict())).put("standing", Ids.of(diagnosis.standing()));
        json.set("bindingLimit", Out.optional(diagnosis.bindingLimit(), DiagnosisJson::limit));
        json.set("visits", value(diagnosis.visits()));
        json.set("holdingTime", value(diagnosis.holdingTime()));
        json.set("ceiling", value(diagnosis.ceiling()));
        json.set("throughput", Out.number(diagnosis.throughput().value()));
        json.set("ratio", Out.number(diagnosis.ratio()));
        json.set("backlogGrowth", Out.number(diagnosis.backlogGrowth()));
        json.set("chain", Out.texts(diagnosis.chain()));
        json.set("remedy", Out.text(diagnosis.remedy().map(Remedy::action)));
        json.set("remedyDetails", Out.optional(diagnosis.remedy(), DiagnosisJson::remedy));
        json.set("next", Out.optional(diagnosis.next(), DiagnosisJson::next));
        json.put("summary", diagnosis.summary());
        json.set("checks", Out.list(diagnosis.checks(), DiagnosisJson::check));
        json.set("notes", Out.texts(diagnosis.notes()));
        ObjectNode account = (ObjectNode) RecordJson.write(diagnosis.account());
        account.remove(PLACES);
        json.set("account", account);
        json.set("rivals", Out.list(diagnosis.rivals(), RecordJson::write));
        json.set("holders", Out.list(diagnosis.holders(), RecordJson::write));
        json.set("waiters", Out.list(diagnosis.waiters(), RecordJson::write));
        json.set("moves", Out.list(diagnosis.moves(), RecordJson::write));
        ObjectNode evidence = Out.object();
        evidence.set("visits", Out.optional(diagnosis.visits(), MeasureJson::write));
        evidence.set("holdingTime", Out.optional(diagnosis.holdingTime(), MeasureJson::write));
        evidence.set("ceiling", Out.optional(diagnosis.ceiling(), MeasureJson::write));
        evidence.set("throughput", MeasureJson.write(diagnosis.throughput()));
        json.set("evidence", evidence);
        return json;
    }

    /** The places stand beside the diagnosis, at the top of the file. */
    static Diagnosis read(In in, In root) throws BadRunFileException {
        In evidence = in.object("evidence");
        return new Diagnosis(
                in.constant(Verdict.class, "verdict"),
                in.constant(Standing.class, "standing"),
                in.optional("bindingLimit", DiagnosisJson::limit),
                evidence.optional("visits", MeasureJson::read),
                evidence.optional("holdingTime", MeasureJson::read),
                evidence.optional("ceiling", MeasureJson::read),
                MeasureJson.read(evidence.object("throughput")),
                in.optionalNumber("ratio"),
                in.texts("chain"),
                remedy(in),
                in.optional("next", next -> new NextLimit(DiagnosisJson.limit(next), next.rate("ceiling"))),
                in.optionalNumber("backlogGrowth"),
                in.text("summary"),
                in.list("checks", DiagnosisJson::check),
                in.texts("notes"),
                account(in.object("account"), root.records(Place.class, PLACES)),
                in.records(Rival.class, "rivals"),
                in.records(CallSite.class, "holders"),
                in.records(CallSite.class, "waiters"),
                in.records(Intervention.class, "moves"));
    }

    private static Account account(In in, List<Place> places) throws BadRunFileException {
        return new Account(
                in.optional("unloaded", MeasureJson::read),
                in.optional("bound", MeasureJson::read),
                in.flag("reached"),
                places,
                in.optionalNumber("explained"));
    }

    private static JsonNode value(Optional<Measure> measure) {
        return Out.optional(measure, present -> Out.number(present.value()));
    }

    private static ObjectNode limit(Limit limit) {
        ObjectNode json = Out.object().put("kind", limit.kind().id()).put("pool", limit.pool());
        json.set("workers", Out.number(limit.workers()));
        return json;
    }

    private static Limit limit(In in) throws BadRunFileException {
        return new Limit(in.constant(LimitKind.class, "kind"), in.text("pool"), in.optionalInteger("workers"));
    }

    private static ObjectNode next(NextLimit next) {
        return limit(next.limit()).put("ceiling", next.ceiling().perSecond());
    }

    private static ObjectNode remedy(Remedy remedy) {
        ObjectNode json = Out.object();
        json.set("value", Out.number(remedy.value()));
        return json.put("reasoning", remedy.reasoning());
    }

    private static Optional<Remedy> remedy(In in) throws BadRunFileException {
        Optional<String> action = in.optionalText("remedy");
        if (action.isEmpty()) {
            return Optional.empty();
        }
        In details = in.object("remedyDetails");
        return Optional.of(new Remedy(action.get(), details.optionalNumber("value"), details.text("reasoning")));
    }

    private static ObjectNode check(Check check) {
        ObjectNode json = Out.object().put("law", check.law());
        json.set("left", Out.number(check.left()));
        json.set("right", Out.number(check.right()));
        json.put("unit", check.unit());
        json.set("tolerance", Out.number(check.tolerance()));
        return json.put("holds", check.holds()).put("detail", check.detail());
    }

    private static Check check(In in) throws BadRunFileException {
        return new Check(
                in.text("law"),
                in.number("left"),
                in.number("right"),
                in.text("unit"),
                in.number("tolerance"),
                in.flag("holds"),
                in.text("detail"));
    }
}
