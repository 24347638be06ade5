package dev.headroom.load;

import dev.headroom.core.model.load.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
class RealJmeterTest extends ToolContract {

    private static final String PLAN = """
            <?xml version="1.0" encoding="UTF-8"?>
            <jmeterTestPlan version="1.2" properties="5.0" jmeter="5.6.3"><hashTree>
              <TestPlan guiclass="TestPlanGui" testclass="TestPlan" testname="paths"/><hashTree>
                <ThreadGroup guiclass="ThreadGroupGui" testclass="ThreadGroup" testname="users">
                  <stringProp name="ThreadGroup.num_threads">${__P(users)}</stringProp>
                  <stringProp name="ThreadGroup.ramp_time">0</stringProp>
                  <boolProp name="ThreadGroup.scheduler">true</boolProp>
                  <stringProp name="ThreadGroup.duration">${__P(seconds)}</stringProp>
                  <stringProp name="ThreadGroup.on_sample_error">continue</stringProp>
                  <elementProp name="ThreadGroup.main_controller" elementType="LoopController">
                    <intProp name="LoopController.loops">-1</intProp>
                  </elementProp>
                </ThreadGroup><hashTree>
            %s
                </hashTree></hashTree></hashTree>
            </jmeterTestPlan>
            """;

    private static final String REQUEST = """
                  <HTTPSamplerProxy guiclass="HttpTestSampleGui" testclass="HTTPSamplerProxy" testname="%1$s">
                    <stringProp name="HTTPSampler.domain">${__P(host)}</stringProp>
                    <stringProp name="HTTPSampler.port">${__P(port)}</stringProp>
                    <stringProp name="HTTPSampler.path">%1$s</stringProp>
                    <stringProp name="HTTPSampler.method">GET</stringProp>
                    <boolProp name="HTTPSampler.use_keepalive">true</boolProp>
                  </HTTPSamplerProxy><hashTree/>
            """;

    @Override
    Program program(List<String> paths) throws Exception {
        Path plan = folder.resolve("plan.jmx");
        Files.writeString(
                plan, PLAN.formatted(paths.stream().map(REQUEST::formatted).collect(Collectors.joining())));
        return new Program.Jmeter(
                plan.toString(), Optional.of(RealTools.jmeter().toString()));
    }

    @Override
    Tells tells() {
        return Tells.AT_ONCE;
    }
}
