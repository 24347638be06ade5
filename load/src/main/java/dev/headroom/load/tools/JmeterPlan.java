package dev.headroom.load.tools;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** JMeter's plan: an element, and behind it a {@code hashTree} of what stands below it. What is disabled does nothing, nor does what stands below it. */
final class JmeterPlan {

    private static final String BELOW = "hashTree";
    private static final String HTTP = "HTTPSampler";

    private JmeterPlan() {}

    /** Whether it has a sampler of HTTP that is not disabled; not where it cannot be read, nor where that is in another plan. */
    static boolean sendsHttp(Path plan) {
        XMLInputFactory factory = XMLInputFactory.newFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        try (InputStream in = Files.newInputStream(plan)) {
            XMLStreamReader reader = factory.createXMLStreamReader(in);
            reader.nextTag();
            return sendsHttp(reader);
        } catch (IOException | XMLStreamException e) {
            return false; // JMeter tells
        }
    }

    /** Reads an element to its end, or as far as to a sampler. */
    private static boolean sendsHttp(XMLStreamReader reader) throws XMLStreamException {
        boolean enabled = true;
        while (begins(reader)) {
            boolean below = reader.getLocalName().equals(BELOW);
            if (!below) {
                enabled = !"false".equals(reader.getAttributeValue(null, "enabled"));
                if (enabled && reader.getLocalName().startsWith(HTTP)) {
                    return true;
                }
            }
            if (below && enabled) {
                if (sendsHttp(reader)) {
                    return true;
                }
            } else {
                skip(reader);
            }
        }
        return false;
    }

    private static void skip(XMLStreamReader reader) throws XMLStreamException {
        while (begins(reader)) {
            skip(reader);
        }
    }

    /** Whether another element begins before this one ends. */
    private static boolean begins(XMLStreamReader reader) throws XMLStreamException {
        int event = reader.next();
        while (event != XMLStreamConstants.START_ELEMENT && event != XMLStreamConstants.END_ELEMENT) {
            event = reader.next();
        }
        return event == XMLStreamConstants.START_ELEMENT;
    }
}
