// The Python module gdlc._asp: converts, and maps each C++ error once. No logic.

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <exception>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "core/asp/alike.hpp"
#include "core/asp/aspif.hpp"
#include "core/asp/compare.hpp"
#include "core/asp/complete.hpp"
#include "core/asp/cone.hpp"
#include "core/asp/freed_memory.hpp"
#include "core/asp/order.hpp"
#include "core/asp/simplify.hpp"
#include "core/asp/standard_output.hpp"
#include "core/asp/text.hpp"
#include "core/asp/tight.hpp"
#include "core/asp/timed.hpp"
#include "core/asp/unroll.hpp"
#include "core/errors.hpp"
#include "core/stop.hpp"

namespace py = pybind11;

namespace gdlc::asp {
namespace {

using Bound = std::optional<std::int64_t>;

std::int64_t from_python(Bound bound) {
  return bound.value_or(Rule::none);
}

Bound to_python(std::int64_t bound) {
  return bound == Rule::none ? Bound() : Bound(bound);
}

py::tuple numbers(std::span<const Atom> atoms) {
  py::tuple result(atoms.size());
  for (std::size_t n = 0; n < atoms.size(); ++n) result[n] = py::int_(atoms[n]);
  return result;
}

py::tuple rule_of(const Program& program, const Rule& rule) {
  return py::make_tuple(numbers(program.head(rule)), numbers(program.body(rule)), rule.choice,
                        to_python(rule.lower), to_python(rule.upper), to_python(rule.bound),
                        rule.is_sum() ? numbers(program.weights(rule)) : py::tuple());
}

const Rule& rule_at(const Program& program, std::size_t number) {
  if (number >= program.rules().size()) throw py::index_error("no such rule");
  return program.rules()[number];
}

Atom known(const Program& program, Atom literal) {
  const std::int64_t atom = std::abs(static_cast<std::int64_t>(literal));
  if (atom == 0 || atom > static_cast<std::int64_t>(program.atoms())) {
    throw py::index_error("no such atom");
  }
  return literal;
}

Atom positive(Atom atom) {
  if (atom < 0) throw py::index_error("no such atom");
  return atom;
}

const std::vector<Atom>& all_known(const Program& program, const std::vector<Atom>& literals) {
  for (const Atom literal : literals) known(program, literal);
  return literals;
}

void add(Program& program, const std::vector<Atom>& head, const std::vector<Atom>& body,
         bool choice, Bound lower, Bound upper, Bound bound, const std::vector<Atom>& weights) {
  for (const Atom atom : head) known(program, positive(atom));
  all_known(program, body);
  program.add({.head = head,
               .body = body,
               .weights = weights,
               .choice = choice,
               .lower = from_python(lower),
               .upper = from_python(upper),
               .bound = from_python(bound)});
}

std::vector<std::pair<Atom, bool>> derived(const Program& program, const std::string& predicate) {
  const std::vector<std::uint32_t> counts = program.head_counts();
  const std::vector<bool> facts = program.facts();
  const std::string call = predicate + "(";
  std::vector<std::pair<Atom, bool>> found;
  for (std::size_t atom = 1; atom < counts.size(); ++atom) {
    const std::string_view name = program.name(static_cast<Atom>(atom));
    if (counts[atom] == 0 || (name != predicate && !name.starts_with(call))) continue;
    found.emplace_back(static_cast<Atom>(atom), facts[atom]);
  }
  return found;
}

std::unordered_set<Atom> heads(const Program& program) {
  std::unordered_set<Atom> found;
  for (const Rule& rule : program.rules()) {
    for (const Atom atom : program.head(rule)) found.insert(atom);
  }
  return found;
}

std::unordered_set<Atom> facts(const Program& program) {
  std::unordered_set<Atom> found;
  for (const Rule& rule : program.rules()) {
    if (rule.is_fact()) found.insert(program.head(rule)[0]);
  }
  return found;
}

template <class Wanted>
std::vector<std::size_t> rules_where(const Program& program, Wanted wanted) {
  std::vector<std::size_t> found;
  for (std::size_t number = 0; number < program.rules().size(); ++number) {
    if (wanted(program.rules()[number])) found.push_back(number);
  }
  return found;
}

Program without(const Program& program, const std::vector<std::size_t>& left_out) {
  const std::unordered_set<std::size_t> numbers(left_out.begin(), left_out.end());
  Program result = program.without_rules();
  result.reserve_as(program);
  for (std::size_t number = 0; number < program.rules().size(); ++number) {
    if (!numbers.contains(number)) result.add(program.parts(program.rules()[number]));
  }
  return result;
}

// Each atom that shares the variable of another, with the literal that it is.
std::vector<std::pair<Atom, Value>> merged(const Completion& completion) {
  std::vector<std::pair<Atom, Value>> found;
  for (std::size_t atom = 1; atom < completion.values.size(); ++atom) {
    const Value value = completion.values[atom];
    if (value == 0 || is_known(value)) continue;
    const auto var = static_cast<std::size_t>(value < 0 ? -value : value);
    const bool is_name = var < completion.named.size() && at(completion.named[var]) == atom;
    if (!is_name) found.emplace_back(static_cast<Atom>(atom), value);
  }
  return found;
}

py::bytes flat_clauses(const Completion& completion) {
  const auto& flat = completion.clauses.flat;
  return {reinterpret_cast<const char*>(flat.data()), flat.size() * sizeof(flat[0])};
}

Quantifier quantifier_of(const std::string& word) {
  if (word == "exists") return Quantifier::exists;
  if (word == "forall") return Quantifier::forall;
  if (word == "chance") return Quantifier::chance;
  throw py::value_error("no such quantifier: " + word);
}

Completion completed(const Program& program,
                     const std::vector<std::tuple<Atom, std::int64_t, std::string>>& prefix,
                     const std::optional<std::vector<std::string>>& names, Stop& stop) {
  std::vector<Prefixed> prefixed;
  for (const auto& [atom, level, quantifier] : prefix) {
    prefixed.push_back({known(program, positive(atom)), level, quantifier_of(quantifier)});
  }
  const py::gil_scoped_release released;
  if (!names) return complete(program, prefixed, stop);
  const std::set<std::string> savings(names->begin(), names->end());
  const Savings wanted{.equal = savings.contains("equal"),
                       .imply = savings.contains("imply"),
                       .bodies = savings.contains("bodies"),
                       .cone = savings.contains("cone"),
                       .units = savings.contains("units")};
  return complete_leanly(program, prefixed, wanted, stop);
}

}  // namespace
}  // namespace gdlc::asp

PYBIND11_MODULE(_asp, module) {
  using namespace gdlc::asp;
  using gdlc::Stop;
  module.doc() = "Ground answer set programs: their texts, and the passes that take long.";

  static py::handle parse_error =
      PyErr_NewException("gdlc._asp.ParseError", PyExc_ValueError, nullptr);
  module.add_object("ParseError", parse_error);
  py::register_local_exception_translator([](std::exception_ptr pointer) {
    try {
      if (pointer) std::rethrow_exception(pointer);
    } catch (const gdlc::ParseError& error) {
      const py::object instance = parse_error(error.what());
      instance.attr("message") = error.what();
      instance.attr("line") = error.line;
      instance.attr("column") = error.column;
      instance.attr("hint") = error.hint.empty() ? py::object(py::none()) : py::str(error.hint);
      PyErr_SetObject(parse_error.ptr(), instance.ptr());
    } catch (const gdlc::Stopped&) {
      PyErr_SetString(PyExc_InterruptedError, "stopped");
    }
  });

  py::class_<Stop>(module, "Stop", py::module_local())
      .def(py::init<>())
      .def("interrupt", &Stop::interrupt);

  py::class_<Program>(module, "Program")
      .def(py::init<>())
      .def_property_readonly("atoms", &Program::atoms)
      .def_property_readonly("n_rules",
                             [](const Program& program) { return program.rules().size(); })
      .def("atom", &Program::atom, py::arg("name"))
      .def("fresh", &Program::fresh, py::arg("name"))
      .def("find", &Program::find, py::arg("name"))
      .def(
          "name",
          [](const Program& program, Atom atom) {
            return program.name(known(program, positive(atom)));
          },
          py::arg("atom"))
      .def("names",
           [](const Program& program) {
             py::list names;
             names.append("");
             for (std::size_t atom = 1; atom <= program.atoms(); ++atom) {
               names.append(program.name(static_cast<Atom>(atom)));
             }
             return names;
           })
      .def("add", &add, py::arg("head"), py::arg("body"), py::arg("choice") = false,
           py::arg("lower") = py::none(), py::arg("upper") = py::none(),
           py::arg("bound") = py::none(), py::arg("weights") = std::vector<Atom>())
      .def(
          "rule",
          [](const Program& program, std::size_t number) {
            return rule_of(program, rule_at(program, number));
          },
          py::arg("number"))
      .def("rules",
           [](const Program& program) {
             py::list rules;
             for (const Rule& rule : program.rules()) rules.append(rule_of(program, rule));
             return rules;
           })
      .def(
          "text",
          [](const Program& program, std::size_t number) {
            return write_rule(program, rule_at(program, number));
          },
          py::arg("number"))
      .def("copy", [](const Program& program) { return Program(program); })
      .def("without_rules", &Program::without_rules)
      .def("without", &without, py::arg("numbers"))
      .def("derived", &derived, py::arg("predicate"))
      .def(
          "depths",
          [](const Program& program, const std::vector<std::pair<Atom, std::int64_t>>& chosen) {
            for (const auto& [atom, level] : chosen) known(program, positive(atom));
            return depths(program, chosen);
          },
          py::arg("chosen"))
      .def("heads", &heads)
      .def("facts", &facts)
      .def("choices",
           [](const Program& program) {
             return rules_where(program, [](const Rule& rule) { return rule.choice; });
           })
      .def(
          "constraints",
          [](const Program& program, std::size_t most) {
            return rules_where(program, [&](const Rule& rule) {
              return rule.is_plain() && rule.heads == 0 && rule.literals <= most;
            });
          },
          py::arg("most"))
      .def(
          "deriving",
          [](const Program& program, const std::vector<Atom>& wanted) {
            const std::unordered_set<Atom> atoms(wanted.begin(), wanted.end());
            return rules_where(program, [&](const Rule& rule) {
              const auto head = program.head(rule);
              return std::any_of(head.begin(), head.end(),
                                 [&](Atom atom) { return atoms.contains(atom); });
            });
          },
          py::arg("atoms"));

  py::class_<Alike>(module, "Alike")
      .def(py::init<const Program&>(), py::arg("program"), py::keep_alive<1, 2>())
      .def("by_use", &Alike::by_use, py::arg("atoms"), py::arg("conditions"))
      .def("by_rules", &Alike::by_rules, py::arg("atoms"));

  py::class_<Completion>(module, "Completion")
      .def_property_readonly("n_vars",
                             [](const Completion& found) { return found.clauses.count(); })
      .def_property_readonly("n_clauses",
                             [](const Completion& found) { return found.clauses.size; })
      .def("clauses", &flat_clauses)
      .def_readonly("values", &Completion::values)
      .def_readonly("named", &Completion::named)
      .def("merged", &merged)
      .def(
          "names",
          [](const Completion& found, const Program& program) {
            py::dict names;
            for (std::size_t var = 1; var < found.named.size(); ++var) {
              const Atom atom = found.named[var];
              if (atom != 0) names[py::int_(var)] = py::str(program.name(known(program, atom)));
            }
            return names;
          },
          py::arg("program"))
      .def_readonly("saved", &Completion::saved)
      .def_property_readonly("prefix", [](const Completion& found) {
        std::vector<Atom> atoms;
        for (const Prefixed& one : found.prefix) atoms.push_back(one.atom);
        return atoms;
      });
  module.attr("YES") = yes;

  module.def(
      "read_aspif",
      [](const py::bytes& text, bool steps, Stop& stop) {
        const std::string_view view(text);
        const py::gil_scoped_release released;
        return read_aspif(view, steps, stop);
      },
      py::arg("text"), py::arg("steps"), py::arg("stop"));
  module.def(
      "read_text",
      [](const py::bytes& text, Program& program, Stop& stop) {
        const std::string_view view(text);
        const py::gil_scoped_release released;
        read_text(view, program, stop);
      },
      py::arg("text"), py::arg("program"), py::arg("stop"));
  module.def(
      "write_aspif",
      [](const Program& program, const std::vector<Atom>& shown) {
        return py::bytes(write_aspif(program, all_known(program, shown)));
      },
      py::arg("program"), py::arg("shown"));
  module.def(
      "write_text", [](const Program& program) { return py::bytes(write_text(program)); },
      py::arg("program"));
  module.def("buffer_standard_output", &buffer_standard_output);
  module.def("flush_standard_output", &flush_standard_output);
  module.def("keep_freed_memory", &keep_freed_memory);
  const auto released = py::call_guard<py::gil_scoped_release>();
  module.def("simplify", &simplify, py::arg("program"), released);
  module.def("free_choices", &free_choices, py::arg("program"), released);
  module.def("in_order", &in_order, py::arg("program"), released);
  module.def("carry", &carry, py::arg("source"), py::arg("target"), py::arg("timed"),
             py::arg("over"), released);
  module.def(
      "unroll",
      [](const Program& once, std::unordered_set<std::string> state,
         std::unordered_set<std::string> moves, std::uint32_t horizon,
         Stop& stop) { return unroll(once, {std::move(state), std::move(moves)}, horizon, stop); },
      py::arg("once"), py::arg("state"), py::arg("moves"), py::arg("horizon"), py::arg("stop"),
      released);
  module.def(
      "renumbered",
      [](const Program& program, const std::vector<Atom>& first) {
        return renumbered(program, all_known(program, first));
      },
      py::arg("program"), py::arg("first"));
  module.def(
      "compare",
      [](Program& program, Atom condition, const std::vector<Atom>& low,
         const std::vector<Atom>& high, Atom less, const std::string& name) {
        if (less != 0) known(program, positive(less));
        return compare(program, known(program, condition), all_known(program, low),
                       all_known(program, high), less, name);
      },
      py::arg("program"), py::arg("condition"), py::arg("low"), py::arg("high"), py::arg("less"),
      py::arg("name"));
  module.def("positive_loops", &positive_loops, py::arg("program"), released);
  module.def(
      "cone",
      [](const Program& program, const std::vector<std::pair<std::size_t, Atom>>& conditional,
         const std::vector<Atom>& roots) {
        std::vector<Condition> conditions;
        for (const auto& [rule, atom] : conditional) {
          rule_at(program, rule);
          conditions.push_back({rule, known(program, positive(atom))});
        }
        return cone(program, conditions, all_known(program, roots));
      },
      py::arg("program"), py::arg("conditional"), py::arg("roots"));
  module.def("complete", &completed, py::arg("program"), py::arg("prefix"), py::arg("savings"),
             py::arg("stop"));
}
