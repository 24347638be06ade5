#!/bin/sh
# Fetches JMeter and Gatling by Maven, once, into target/jmeter and target/gatling.
set -eu
cd "$(dirname "$0")"
root=../../..
mkdir -p target
if [ ! -d target/gatling ]; then
    $root/mvnw -B -q -f gatling.xml dependency:copy-dependencies -DoutputDirectory=target/gatling
fi
if [ ! -d target/jmeter ]; then
    $root/mvnw -B -q -f jmeter.xml dependency:copy-dependencies -DoutputDirectory=target/jars
    mkdir -p target/jmeter/bin target/jmeter/lib/ext target/jmeter/lib/junit
    mv target/jars/ApacheJMeter-*.jar target/jmeter/bin/ApacheJMeter.jar
    (cd target/jmeter && for jar in ../jars/ApacheJMeter_config-*.jar; do jar xf "$jar" bin; done)
    mv target/jars/ApacheJMeter_*.jar target/jmeter/lib/ext
    mv target/jars/*.jar target/jmeter/lib
    printf '#!/bin/sh\nexec java ${JVM_ARGS:--Xmx512m} -jar "$(dirname "$0")/ApacheJMeter.jar" "$@"\n' > target/jmeter/bin/jmeter
    chmod +x target/jmeter/bin/jmeter
fi
